package org.app;

import org.missing.Claims;

/** Extends what is not indexed: its constructors are of no type that is. */
class Away extends Claims { //? org.app.Away.Mapper#<init>()
    private final Mapper mapper;

    Away() {
        super();
        mapper = null;
    }

    Away(int size) {
        this();
        new Claims();
    }

    static class Mapper {
        Mapper() {}
    }
}
