package org.base;

/** Properties as Java has them. */
public class Beans {
    private String title;

    public String getTitle() {
        return title;
    }

    public void setTitle(String title) {
        this.title = title;
    }

    public boolean isOpen() {
        return true;
    }

    public Beans getURLBeans() {
        return this;
    }

    public String getURL() {
        return title;
    }

    public void setURL(String url) {}
}
