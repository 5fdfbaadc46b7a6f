package /* here */ org . example
    . spaced;

import java.util.List;
import java.util.*; // all
import static java.util.Collections.emptyList;
/** between */
import static java.util.Collections.*;
import module java.base;
import java.
    util.Map;
;
class Imports {}
