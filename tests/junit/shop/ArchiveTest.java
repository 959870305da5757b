package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Collections;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

//@ case: appends verified
//@ case: findsWhatWasPrepared verified
//@ case: foldersAreEmptyAndApart verified
//@ case: listsInOldWays verified
//@ case: tellsWhatIsMissing verified
//@ case: writesFromTwoThreads verified
//@ case: onlyOneCreates verified
//@ case: losesALine violated
//@ case: creates[1] verified
//@ case: creates[2] verified
class ArchiveTest {
    @TempDir
    static Path common;

    @TempDir
    File own;

    @BeforeAll
    static void prepare() throws IOException {
        Files.write(common.resolve("prepared.txt"), Arrays.asList("one", "two"));
    }

    @BeforeEach
    void open(@TempDir Path other) {
        assertNotEquals(common, other);
        assertNotEquals(own.toPath(), other);
    }

    @Test
    void findsWhatWasPrepared() throws IOException {
        assertEquals(Arrays.asList("one", "two"), Files.readAllLines(common.resolve("prepared.txt")));
    }

    @Test
    void foldersAreEmptyAndApart(@TempDir Path one, @TempDir Path two) throws IOException {
        Files.createDirectories(one.resolve("a/b"));
        try (Stream<Path> all = Files.list(two)) {
            assertEquals(0, all.count());
        }
        try (Stream<Path> all = Files.walk(one)) {
            assertEquals(
                    Arrays.asList("", "a", "a/b"),
                    all.map(path -> one.relativize(path).toString()).collect(Collectors.toList()));
        }
    }

    @Test
    void appends(@TempDir Path folder) throws IOException {
        Path log = folder.resolve("log");
        Files.write(log, "a\n".getBytes(StandardCharsets.UTF_8));
        Files.write(log, "b\n".getBytes(StandardCharsets.UTF_8), StandardOpenOption.APPEND);
        assertEquals("[a, b]", Files.readAllLines(log).toString());
        Files.delete(log);
        assertFalse(Files.exists(log));
    }

    @Test
    void listsInOldWays() throws IOException {
        File file = new File(own, "list.txt");
        try (FileWriter writer = new FileWriter(file)) {
            writer.write("text\n");
        }
        assertEquals(5, file.length());
        assertEquals("[list.txt]", Arrays.toString(own.list()));
        try (BufferedReader reader = new BufferedReader(new FileReader(file))) {
            assertEquals("text", reader.readLine());
        }
        assertTrue(file.delete());
        assertTrue(new File(own, "folder").mkdir());
    }

    @Test
    void tellsWhatIsMissing(@TempDir Path folder) throws IOException {
        Assertions.assertThrows(NoSuchFileException.class, () -> Files.readAllBytes(folder.resolve("none")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "y"})
    void creates(String name, @TempDir Path folder) throws IOException {
        assertTrue(Files.exists(Files.createFile(folder.resolve(name))));
    }

    @Test
    void writesFromTwoThreads(@TempDir Path folder) throws Exception {
        Thread other = new Thread(() -> write(folder.resolve("other"), "o"));
        other.start();
        write(folder.resolve("own"), "m");
        other.join();
        assertEquals(Collections.singletonList("o"), Files.readAllLines(folder.resolve("other")));
        assertEquals(Collections.singletonList("m"), Files.readAllLines(folder.resolve("own")));
    }

    @Test
    void onlyOneCreates(@TempDir File folder) throws Exception {
        File lock = new File(folder, "lock");
        boolean[] made = new boolean[2];
        Thread other = new Thread(() -> made[1] = creates(lock));
        other.start();
        made[0] = creates(lock);
        other.join();
        assertTrue(made[0] != made[1]);
    }

    /** Both read the number before either writes it back. */
    @Test
    void losesALine(@TempDir File folder) throws Exception {
        File marks = new File(folder, "marks");
        Thread other = new Thread(() -> mark(marks));
        other.start();
        mark(marks);
        other.join();
        assertEquals(2, marks.list().length); //~ assertion-failure
    }

    private static void mark(File marks) {
        marks.mkdir();
        new File(marks, "mark" + marks.list().length).mkdir();
    }

    private static boolean creates(File file) {
        try {
            return file.createNewFile();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path path, String text) {
        try {
            Files.write(path, Collections.singletonList(text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
