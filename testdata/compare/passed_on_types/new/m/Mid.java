package m;

import m2.From;

public class Mid extends From {}
