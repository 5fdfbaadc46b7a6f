package a;

/** What javac cannot attribute is named, and costs only itself. */
class Broken extends Missing {
    Base base;
}
