package org.base;

public interface Cover {
    class Lid {} //? org.base.Cover.Lid

    class Hinge {}
}
