//@ verdict: incomplete
//@ reason: files are not modelled: delete of /var/dropwire-must-not-delete-this, called at DeletesAFile.java:
public class DeletesAFile {
    public static void main(String[] args) {
        new Thread(() -> new java.io.File("/var/dropwire-must-not-delete-this").delete()).start();
    }
}
