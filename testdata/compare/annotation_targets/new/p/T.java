package p;

import java.lang.annotation.*;

public class T {
    @Target(ElementType.TYPE) public @interface Narrower {}
    @Target({ElementType.FIELD, ElementType.METHOD}) public @interface Wider {}
    @Target(ElementType.TYPE) public @interface Covered {}
    public @interface Freed {}
    @Target(ElementType.FIELD) public @interface Bound {}
    public @interface Again { @interface All { Again[] value(); } }
    @Retention(RetentionPolicy.RUNTIME) public @interface Kept {}
}
