package p;

import java.util.List;

/** All that the annotations of the new version add stands here by hand. */
public class Written<T> {
    private String name;
    private boolean isOpen;
    private boolean wide;
    private List<T> all;
    private final int count;
    private static int shared;
    private String hidden;
    private String held;

    public Written(int count) {
        this.count = count;
    }

    public String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name.trim();
    }

    public boolean isOpen() {
        return isOpen;
    }

    public void setOpen(boolean open) {
        this.isOpen = open;
    }

    public boolean isWide() {
        return wide;
    }

    public List<T> getAll() {
        return all;
    }

    public void setAll(List<T> all) {
        this.all = all;
    }

    public int getCount() {
        return count;
    }

    public void setCount(int count) {}

    public static int getShared() {
        return shared;
    }

    public String getHidden() {
        return hidden;
    }

    public String getHeld() {
        return held;
    }

    public void setHeld(String held) {
        this.held = held;
    }

    @Override
    public boolean equals(Object o) {
        return o == this;
    }

    @Override
    public String toString() {
        return name;
    }
}
