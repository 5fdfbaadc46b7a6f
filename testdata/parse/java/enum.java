package org.example;

/** Colours of things. */
public enum Colour implements java.util.function.IntSupplier {
    /** Like blood. */
    RED(0xff0000),
    @Deprecated GREEN(0x00ff00) {
        private int secret;
        @Override public int getAsInt() { class Local {} return 1; }
    },
    /* plain */ BLUE,
    ;

    private final int rgb;

    Colour() { this(255); }
    Colour(int rgb) { this.rgb = rgb; }

    @Override
    public int getAsInt() { return rgb; }

    enum Shade { LIGHT, DARK }
}

enum Empty {}

enum Reserved { open, module, record, with, sealed, when, yield, permits, var, $, _x }
