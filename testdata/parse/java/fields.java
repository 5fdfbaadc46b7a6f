package org.example;

class Fields {
    int a, b[], c = 3, d[][] = {{1}, {2, 3}};
    /** Shared. */
    @Deprecated(since = "1") public static final java.util.Map<String, int[]> MAP = new java.util.HashMap<>() {{ put("a", null); }}, OTHER = null;
    String[] words
        = {"int x = 1;", "}"};
    volatile transient /* why */ long counter // trailing
        = 1;
    Fields $, _this;
    int method()[] { return null; }
    char quote = '"', slash = '/';
}
