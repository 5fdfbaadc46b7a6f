package org.user;

import org.lib.Amount;
import org.lib.Counting;
import org.lib.Names;
import org.lib.Pair;
import org.lib.Table;
import org.lib.Text;

class Mapped {
    void all(Names names, Text text, Amount amount, Pair pair, Table table, Counting counting) {
        names.size(); //= org.lib.Names#size read high
        names.getSize(); //= org.lib.Names#size read high
        names.remove(1); //= org.lib.Names#removeAt(Int) call high
        names.charAt(1);
        text.length(); //= org.lib.Text#length read high
        text.charAt(1); //= org.lib.Text#get(Int) call high
        amount.intValue(); //= org.lib.Amount#toInt() call high
        pair.getKey(); //= org.lib.Pair#key read high
        pair.getValue(); //= org.lib.Pair#value read high
        table.size(); //= org.lib.Table#size read high
        table.keySet(); //= org.lib.Table#keys read high
        table.values(); //= org.lib.Table#values read high
        table.entrySet(); //= org.lib.Table#entries read high
        counting.size(); //? org.lib.Counting#size
    }
}
