import java.io.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.nio.file.attribute.*;
import java.util.*;
import java.util.stream.*;

public class FilesInMemory {
    static Path dir;
    interface Act { Object run() throws Exception; }
    static void say(String what, Act act) {
        try {
            Object o = act.run();
            System.out.println(what + ": " + rel(String.valueOf(o)));
        } catch (Throwable t) {
            System.out.println(what + " threw " + rel(t.toString()));
        }
    }
    static String rel(String s) { return s.replace(dir.toString(), "DIR"); }
    public static void main(String[] args) throws Exception {
        dir = Files.createTempDirectory("dw");
        Path a = dir.resolve("a.txt");
        say("exists", () -> Files.exists(a));
        say("write", () -> rel(Files.write(a, "one\ntwo\nthree\n".getBytes()).toString()));
        say("lines", () -> Files.readAllLines(a));
        say("size", () -> Files.size(a));
        say("append", () -> Files.write(a, "four\n".getBytes(), StandardOpenOption.APPEND));
        say("lines", () -> { try (Stream<String> s = Files.lines(a)) { return s.collect(Collectors.toList()); } });
        say("createFile", () -> Files.createFile(a));
        say("createNew", () -> Files.write(a, new byte[1], StandardOpenOption.CREATE_NEW));
        say("missing", () -> Files.readAllBytes(dir.resolve("none")));
        say("missing dir", () -> Files.createFile(dir.resolve("no/file")));
        say("dirs", () -> Files.createDirectories(dir.resolve("x/y/z")));
        say("again", () -> Files.createDirectories(dir.resolve("x/y/z")));
        say("dir again", () -> Files.createDirectory(dir.resolve("x")));
        say("copy", () -> Files.copy(a, dir.resolve("x/b.txt")));
        say("copy again", () -> Files.copy(a, dir.resolve("x/b.txt")));
        say("copy replace", () -> Files.copy(a, dir.resolve("x/b.txt"), StandardCopyOption.REPLACE_EXISTING));
        say("copy in", () -> Files.copy(new ByteArrayInputStream("streamed".getBytes()), dir.resolve("x/c.txt")));
        say("copy out", () -> { ByteArrayOutputStream o = new ByteArrayOutputStream(); Files.copy(dir.resolve("x/c.txt"), o); return o; });
        say("move", () -> Files.move(dir.resolve("x/c.txt"), dir.resolve("x/y/d.txt")));
        say("move dir", () -> Files.move(dir.resolve("x/y"), dir.resolve("x/w")));
        say("walk", () -> { try (Stream<Path> s = Files.walk(dir)) { return s.map(p -> dir.relativize(p).toString()).sorted().collect(Collectors.toList()); } });
        say("list", () -> { try (Stream<Path> s = Files.list(dir)) { return s.map(p -> p.getFileName().toString()).sorted().collect(Collectors.toList()); } });
        say("glob", () -> { List<String> l = new ArrayList<>(); try (DirectoryStream<Path> s = Files.newDirectoryStream(dir, "*.txt")) { for (Path p : s) l.add(p.getFileName().toString()); } return l; });
        say("isDirectory", () -> Files.isDirectory(dir.resolve("x")) + " " + Files.isRegularFile(a) + " " + Files.isSymbolicLink(a) + " " + Files.isReadable(a) + " " + Files.isWritable(a));
        say("delete full", () -> { Files.delete(dir.resolve("x")); return "gone"; });
        say("delete none", () -> { Files.delete(dir.resolve("none")); return "gone"; });
        say("deleteIfExists", () -> Files.deleteIfExists(dir.resolve("none")) + " " + Files.deleteIfExists(dir.resolve("x/b.txt")));
        say("writer", () -> { try (BufferedWriter w = Files.newBufferedWriter(dir.resolve("w"))) { w.write("h\u00e4llo"); w.newLine(); w.write("x"); } return Files.size(dir.resolve("w")); });
        say("reader", () -> { try (BufferedReader r = Files.newBufferedReader(dir.resolve("w"))) { return r.readLine() + r.readLine() + r.readLine(); } });
        say("read dir", () -> Files.readAllBytes(dir));
        say("attributes", () -> { BasicFileAttributes at = Files.readAttributes(a, BasicFileAttributes.class); return at.isRegularFile() + " " + at.size() + " " + at.isDirectory(); });
        say("posix", () -> PosixFilePermissions.toString(Files.getPosixFilePermissions(a)));
        say("set posix", () -> PosixFilePermissions.toString(Files.getPosixFilePermissions(Files.setPosixFilePermissions(a, PosixFilePermissions.fromString("rw-------")))));
        say("time", () -> Files.getLastModifiedTime(Files.setLastModifiedTime(a, FileTime.fromMillis(1234567))));
        say("same", () -> Files.isSameFile(a, dir.resolve("x/../a.txt")) + " " + Files.isSameFile(a, dir.resolve("w")));
        say("real", () -> dir.resolve("x/../a.txt").toRealPath());
        say("tempFile", () -> { Path p = Files.createTempFile(dir, "p", ".s"); String n = p.getFileName().toString(); Files.delete(p); return n.startsWith("p") && n.endsWith(".s"); });
        say("channel", () -> { try (FileChannel ch = FileChannel.open(dir.resolve("ch"), StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.READ)) {
            ch.write(ByteBuffer.wrap("0123456789".getBytes())); ch.position(3); ByteBuffer b = ByteBuffer.allocate(4); ch.read(b); ch.write(ByteBuffer.wrap("XY".getBytes()), 1); ch.truncate(8);
            ByteBuffer all = ByteBuffer.allocate(20); ch.read(all, 0); return new String(b.array()) + " " + new String(all.array(), 0, all.position()) + " " + ch.position() + " " + ch.size(); } });
        say("gather", () -> { try (FileChannel ch = FileChannel.open(dir.resolve("ga"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            return ch.write(new ByteBuffer[] { ByteBuffer.wrap("ab".getBytes()), ByteBuffer.wrap("cde".getBytes()) }); } });
        say("scatter", () -> { try (FileChannel ch = FileChannel.open(dir.resolve("ga"))) { ByteBuffer p = ByteBuffer.allocate(2), q = ByteBuffer.allocate(9);
            return ch.read(new ByteBuffer[] { p, q }) + new String(p.array()) + new String(q.array(), 0, q.position()); } });
        say("transfer", () -> { try (FileChannel i = FileChannel.open(dir.resolve("ga")); FileChannel o = FileChannel.open(dir.resolve("tr"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) { return i.transferTo(1, 3, o) + " " + o.size() + " " + i.position() + " " + o.position(); } });
        say("read only", () -> { try (FileChannel ch = FileChannel.open(a)) { return ch.write(ByteBuffer.allocate(1)); } });
        say("lock", () -> { try (FileChannel ch = FileChannel.open(a, StandardOpenOption.WRITE); FileLock l = ch.lock()) { return l.isValid() + " " + l.isShared(); } });
        say("delete while open", () -> { Path p = dir.resolve("dwo"); try (OutputStream o = Files.newOutputStream(p)) { o.write(1); Files.delete(p); o.write(2); return Files.exists(p); } });
        say("mismatch/readString", () -> Files.newInputStream(a).read());
        File f = new File(dir.toFile(), "old.txt");
        say("File", () -> f.exists() + " " + f.length() + " " + f.createNewFile() + " " + f.createNewFile() + " " + f.isFile() + " " + f.isDirectory() + " " + f.canRead() + f.canWrite());
        say("FileWriter", () -> { try (FileWriter w = new FileWriter(f)) { w.write("abc\n"); } try (FileWriter w = new FileWriter(f, true)) { w.write("def"); } return f.length(); });
        say("FileReader", () -> { try (BufferedReader r = new BufferedReader(new FileReader(f))) { return r.readLine() + "|" + r.readLine() + "|" + r.readLine(); } });
        say("Scanner", () -> { try (Scanner s = new Scanner(f)) { return s.next() + s.next() + s.hasNext(); } });
        say("PrintWriter", () -> { try (PrintWriter w = new PrintWriter(f)) { w.printf("%d-%s%n", 3, "x"); } return f.length(); });
        say("streams", () -> { try (FileOutputStream o = new FileOutputStream(f)) { o.write(65); o.write(new byte[] { 66, 67, 68 }, 1, 2); } try (FileInputStream i = new FileInputStream(f)) { return i.available() + " " + i.read() + " " + i.skip(1) + " " + i.read() + " " + i.read(); } });
        say("closed", () -> { FileInputStream i = new FileInputStream(f); i.close(); return i.read(); });
        say("closed out", () -> { FileOutputStream i = new FileOutputStream(f); i.close(); i.write(1); return 0; });
        say("open dir", () -> new FileInputStream(dir.toFile()));
        say("write dir", () -> new FileOutputStream(dir.toFile()));
        say("open none", () -> new FileReader(dir.resolve("nope").toFile()));
        say("open none out", () -> new FileWriter(dir.resolve("no/pe").toFile()));
        say("mkdir", () -> { File d = new File(dir.toFile(), "d"); return d.mkdir() + " " + d.mkdir() + " " + new File(d, "p/q").mkdir() + " " + new File(d, "p/q").mkdirs(); });
        say("names", () -> { String[] n = dir.toFile().list(); Arrays.sort(n); return Arrays.toString(n); });
        say("names of file", () -> Arrays.toString(f.list()));
        say("listFiles", () -> { File[] n = dir.toFile().listFiles((d, n1) -> n1.endsWith(".txt")); Arrays.sort(n); return Arrays.toString(n); });
        say("rename", () -> f.renameTo(new File(dir.toFile(), "new.txt")) + " " + f.exists() + " " + f.renameTo(f));
        File n = new File(dir.toFile(), "new.txt");
        say("modified", () -> n.setLastModified(86400000L) + " " + n.lastModified() + " " + f.lastModified());
        say("read-only", () -> n.setReadOnly() + " " + Files.getPosixFilePermissions(n.toPath()).size());
        say("delete", () -> n.delete() + " " + n.delete() + " " + new File(dir.toFile(), "d").delete());
        say("temp", () -> { File t = File.createTempFile("abc", null, dir.toFile()); return t.getName().startsWith("abc") + " " + t.getName().endsWith(".tmp") + " " + t.length() + t.delete(); });
        say("canonical", () -> new File(dir.toFile(), "d/../e").getCanonicalPath());
        say("random", () -> { try (RandomAccessFile r = new RandomAccessFile(new File(dir.toFile(), "r"), "rw")) { r.writeInt(7); r.writeUTF("text"); r.seek(0); int i = r.readInt(); String s = r.readUTF(); long l = r.length(); r.setLength(2); r.seek(0); return i + s + l + " " + r.getFilePointer() + " " + r.length() + " " + r.read() + r.read() + r.read() + r.read(); } });
        say("random none", () -> new RandomAccessFile(new File(dir.toFile(), "rr"), "r"));
        say("properties", () -> { Properties p = new Properties(); p.setProperty("k", "v"); try (OutputStream o = new FileOutputStream(new File(dir.toFile(), "p"))) { p.store(o, null); } Properties q = new Properties(); try (InputStream i = new FileInputStream(new File(dir.toFile(), "p"))) { q.load(i); } return q; });
        say("object", () -> { File o = new File(dir.toFile(), "o"); try (ObjectOutputStream s = new ObjectOutputStream(new FileOutputStream(o))) { s.writeObject(Arrays.asList(1, "two")); } try (ObjectInputStream s = new ObjectInputStream(new FileInputStream(o))) { return s.readObject(); } });
        say("tree", () -> { Files.walkFileTree(dir, new SimpleFileVisitor<Path>() {
            @Override public FileVisitResult visitFile(Path p, BasicFileAttributes x) throws IOException { Files.delete(p); return FileVisitResult.CONTINUE; }
            @Override public FileVisitResult postVisitDirectory(Path p, IOException e) throws IOException { Files.delete(p); return FileVisitResult.CONTINUE; } }); return Files.exists(dir); });
    }
}
