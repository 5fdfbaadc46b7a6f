package org.apache.enum.thing;

import org.apache.enum.Enum;

/** Old. */
public class OldNames {
    private java.util.Enumeration enum;

    public void visit(java.util.Enumeration enum) {
        while (enum.hasMoreElements()) { enum.nextElement(); }
        this.enum = enum;
    }

    void after() {}
}
