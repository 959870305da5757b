import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whatever there is outside, one attempt after the other: its argument says which. */
public class TriesToGetOut {
    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "reads" -> System.out.println(new FileInputStream("/etc/hostname").read());
            case "lists" -> Files.list(Path.of("/etc")).forEach(System.out::println);
            case "writes" -> new FileOutputStream(args[1]).write(1);
            case "deletes" -> Files.delete(Path.of(args[1]));
            case "starts" -> new ProcessBuilder("/bin/true").start();
            case "connects" -> new Socket("127.0.0.1", 9);
            case "listens" -> new ServerSocket(0);
            case "loads" -> System.load("/lib/x86_64-linux-gnu/libc.so.6");
            default -> Runtime.getRuntime().exec(args);
        }
    }
}
