// nothing
/* here */
