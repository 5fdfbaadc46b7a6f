/**
 * Shapes and their colours. More of them later.
 */
package org.example.lib;
