/**
 * Copyright 2020 Somebody. Licensed under the Apache License.
 */
package zoo

/* not a doc */
class A
/** First. Second. */
// a remark between
/* another */
class B
/**/
class C
class D /** stray */
