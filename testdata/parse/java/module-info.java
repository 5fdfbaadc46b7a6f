/** The module. */
@Deprecated
open module org.example.mod {
    requires transitive java.base;
    requires static org.other;
    exports org.example to a.b, c.d;
    opens org.example.internal;
    uses org.example.Service;
    provides org.example.Service with org.example.Impl;
}
