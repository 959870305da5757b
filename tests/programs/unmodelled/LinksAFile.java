//@ verdict: incomplete
//@ reason: symlink0
//@ reason: (files), called at LinksAFile.java:
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

public class LinksAFile {
    public static void main(String[] args) throws IOException {
        Path folder = Files.createTempDirectory("links");
        Files.createSymbolicLink(folder.resolve("link"), folder.resolve("file"));
    }
}
