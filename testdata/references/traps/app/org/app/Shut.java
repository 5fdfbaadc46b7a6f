package org.app;

import org.base.Closed.Grain;
import org.base.Closed.Kit;
import org.base.Closed.Level;
import org.base.Closed.Mill;
import org.base.Closed.Tools;
import org.unknown.Thing;
import org.unknown.more.*;

/** Calls on what nobody knows, some of which cannot mean what nobody inherits. */
class Shut extends Thing {
    void calls(Thing thing, Grain grain, Mill mill) {
        Thing.open("");
        thing.open("");
        thing.made().open("");
        Other.open("");
        LEVEL.open("");
        thing.turn(1); //= org.base.Closed.Mill#turn(int) call medium
        Thing.parse("");
        thing.parse("");
        Other.parse("");
        org.unknown.Other.parse("");
        Some.Grain.parse(""); //= org.base.Closed.Grain#parse(String) call medium
        thing.weigh(1);
        this.weigh(1);
        thing.made().weigh(1); //= org.base.Closed.Grain#weigh(int) call medium
        made.weigh(1); //= org.base.Closed.Grain#weigh(int) call medium
        Thing.sort("");
        Other.sort("");
        Other.mix(""); //= org.base.Closed.Kit#mix(Object) call medium
        Other.valueOf("");
        each(Thing::open, Other::open, Thing::parse, Other::parse, Thing::weigh);
        Mill.open(""); //= org.base.Closed.Mill#open(String) call exact
        Grain.parse(""); //= org.base.Closed.Grain#parse(String) call exact
        Tools.sort(""); //= org.base.Closed.Tools#sort(Object) call exact
        Kit.mix(""); //= org.base.Closed.Kit#mix(Object) call exact
        Level.valueOf(""); //= org.base.Closed.Level#valueOf(String) call exact
        grain.weigh(1); //= org.base.Closed.Grain#weigh(int) call high
        each(Mill::open, Grain::parse, Grain::weigh); //= org.base.Closed.Mill#open(String) method_reference exact | org.base.Closed.Grain#parse(String) method_reference exact | org.base.Closed.Grain#weigh(int) method_reference high
    }
}
