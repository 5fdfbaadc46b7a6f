package b;

import b2.*;

public class I extends S {}
