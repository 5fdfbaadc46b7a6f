package h;

import h1.*;
import h2.*;

public class I extends S {}
