package m;

import m1.From;

public class Mid extends From {}
