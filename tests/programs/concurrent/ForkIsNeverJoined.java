import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

public class ForkIsNeverJoined {
    static class Length extends RecursiveTask<Integer> {
        final String text;

        Length(String text) {
            this.text = text;
        }

        protected Integer compute() {
            if (text.length() < 2) {
                return text.length();
            }
            Length rest = new Length(text.substring(1));
            rest.fork();
            return 1 + (rest.isDone() ? rest.join() : 0);
        }
    }

    public static void main(String[] args) {
        assert new ForkJoinPool(2).invoke(new Length("ab")) == 2; //~ assertion-failure
    }
}
