package p;

import java.io.EOFException;
import java.io.IOException;

public class Buffer {
    public byte gained() { return 1; }
    public byte kept() throws IOException { return 1; }
    public byte lost() throws IOException { return 1; }
    public byte unchecked() { return 1; }
    public byte below() throws IOException, EOFException { return 1; }
}
