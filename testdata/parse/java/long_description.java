package org.example;

/**
 * wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter wörter .
 */
class LongDescription {}
