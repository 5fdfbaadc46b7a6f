/* licence */
/**
 * Things of the example. And more.
 */
@Deprecated
package org.example.things;
