/**
 * Things of the zoo. And more.
 */
package zoo
