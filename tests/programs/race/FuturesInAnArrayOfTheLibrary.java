import java.util.ArrayList;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/** An operation of the library reads an array of the program's that a collection has made, while another thread writes it. */
public class FuturesInAnArrayOfTheLibrary {
    public static void main(String[] args) throws Exception {
        CompletableFuture<?> open = new CompletableFuture<>();
        CompletableFuture<?> done = CompletableFuture.completedFuture(1);
        CompletableFuture<?>[] all = new ArrayList<>(Arrays.asList(open, open)).toArray(new CompletableFuture<?>[0]);
        Thread writer = new Thread(() -> {
            all[0] = done; //~ data-race "CompletableFuture[0]"
        });
        writer.start();
        CompletableFuture.allOf(all);
        writer.join();
    }
}
