package p

@Target(AnnotationTarget.FUNCTION) annotation class Bound
@Target(AnnotationTarget.FUNCTION, AnnotationTarget.CLASS) annotation class Wider
@Target(AnnotationTarget.CLASS) annotation class Narrower
