//@ jdk: 11
//@ verdict: incomplete
//@ reason: files are not modelled: writing
public class WritesByChannel {
    public static void main(String[] args) throws java.io.IOException {
        java.nio.file.Files.writeString(java.nio.file.Path.of("/var/dropwire-must-not-write-this"), "x");
    }
}
