package org.example;

public class Unfinished {
    void first() {}

    void second(int a) {
        if (a > 0) {
