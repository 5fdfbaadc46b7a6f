package p

annotation class Bound
@Target(AnnotationTarget.CLASS) annotation class Wider
@Target(AnnotationTarget.FUNCTION, AnnotationTarget.CLASS) annotation class Narrower
