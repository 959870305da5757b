//@ verdict: incomplete
//@ reason: (files), called at MakesATemporaryFolder.java:
public class MakesATemporaryFolder {
    public static void main(String[] args) throws java.io.IOException {
        java.nio.file.Files.createTempDirectory("dropwire");
    }
}
