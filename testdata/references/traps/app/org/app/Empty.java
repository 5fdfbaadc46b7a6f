package org.app;

/** Another method of a name, of a value whose type nobody knows, where nothing names the type that has it. */
class Empty {
    boolean any(org.nowhere.Thing thing) {
        return thing.isEmpty(1) || thing.note();
    }
}
