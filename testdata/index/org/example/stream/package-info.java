/** Streams of lines. */
package org.example.stream;
