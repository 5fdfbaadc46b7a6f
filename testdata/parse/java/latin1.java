package org.example;

/** Größe. */
class Latin {
    int größe;
}
