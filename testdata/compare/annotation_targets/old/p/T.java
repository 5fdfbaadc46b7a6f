package p;

import java.lang.annotation.*;

public class T {
    @Target({ElementType.TYPE, ElementType.METHOD}) public @interface Narrower {}
    @Target(ElementType.METHOD) public @interface Wider {}
    @Target({ElementType.TYPE, ElementType.ANNOTATION_TYPE}) public @interface Covered {}
    @Target(ElementType.TYPE_USE) public @interface Freed {}
    public @interface Bound {}
    @Repeatable(Again.All.class) public @interface Again { @interface All { Again[] value(); } }
    @Retention(RetentionPolicy.CLASS) public @interface Kept {}
}
