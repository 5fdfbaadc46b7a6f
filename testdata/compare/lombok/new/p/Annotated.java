package p;

public class Annotated {
    private String id;
    private int size = 1;
    private String mark;
    private long more;
    private boolean ready;

    protected Annotated() {}

    public Annotated(String id, int size, String mark, long more, boolean ready) {
        this.id = id;
        this.size = size;
        this.mark = mark;
        this.more = more;
        this.ready = ready;
    }

    public int getSize() {
        return size;
    }

    public void setSize(int size) {
        this.size = Math.max(size, 0);
    }

    public String mark() {
        return mark;
    }

    public boolean getReady() {
        return ready;
    }
}
