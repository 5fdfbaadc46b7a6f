package org.example.lib;

public @interface Marker {
    String value() default "";
    interface Kind {
        int weight = 3;
        default int weigh() { return weight; }
    }
}
