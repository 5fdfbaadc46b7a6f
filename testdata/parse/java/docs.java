package org.example;

class Docs {
    /** First. Second. */ void first() {}
    /** No period */ void noPeriod() {}
    /**
     * @return only a tag
     */
    int onlyTags() { return 1; }
    /**
     * Returns the {@code a < b} of {@link java.util.List#get(int) the list}, {@link #first()}, {@link Docs},
     * {@linkplain java.util.Map.Entry entries} &amp; <b>bold</b> text&nbsp;&#64;home.
     * More.
     * @param x @see y
     */
    void inline() {}
    /** {@inheritDoc} */ void inherited() {}
    /** {@summary The one. And two.} Rest. */ void summary() {}
    /** {@return the size}  */ int size() { return 0; }
    /** One<p>Two. */ void paragraph() {}
    /** <p>Starts with a paragraph. */ void starts() {}
    /** Version 1.5 is e.g.this, v2. Done. */ void dots() {}
    /** Uses {@code a. b} first. Then. */ void codeDots() {}
    /** A {@literal <T>} and List<String> of {@value #MAX}. */ void generic() {}
    /**/ void emptyComment() {}
    /***/ void stillEmpty() {}
    /** */ void blank() {}
    /* plain */ void plain() {}
    /** Old. */ /** New. */ void two() {}
    /** Kept. */ // other
    /* and other */ void kept() {}
    /** Lost. */ ;
    void afterSemicolon() {}
    /// Markdown *first* sentence with `code. x` and [link](http://a.b) and [Docs]. Second.
    ///
    /// @return nothing
    void markdown() {}
    ////////////////////
    // A rule, no doc. //
    ////////////////////
    void rule() {}
    /// one

    /// two
    void separated() {}
    /** Before. */
    @Deprecated
    /** Inside. */
    public void dangling() {}
    void trailing() {} /** Of the next. */
    void next() {}
    /**
      No asterisks
      here. Nope.
     **/
    void noAsterisks() {}
    /** Contains glob {@code **}{@code /*.xml} end. */ void glob() {}
    /**
     * {@snippet : int a; }
     */
    void snippet() {}
    /**
     * A list:
     * <ul><li>one. two</ul>
     */
    void list() {}
    /** An array a[index] in [0, 10) has 3 * 4 * 5 and snake_case_name. */ void brackets() {}
    /** Broken {@link Foo */ void broken() {}
    /** A mail to a@b.c
     *  {@literal @}Ann. */ void at() {}
    /** At the end */
}
