import org.example.annotated.Annotated;

@Annotated.Marked("all of it")
@Deprecated
module org.example.annotated {
    requires java.sql;
    exports org.example.annotated;
}
