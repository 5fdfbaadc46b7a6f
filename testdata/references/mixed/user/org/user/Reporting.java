package org.user;

import java.io.IOException;
import org.lib.Reports;

class Reporting implements Reports {
    Reports to;

    public void failed(IOException error) { //= org.lib.Reports#failed(IOException) override exact
        to.failed(error); //= org.lib.Reports#failed(IOException) call high
    }
}
