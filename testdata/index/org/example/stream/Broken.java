package org.example.stream;

class Broken {
    void begin( {
}
