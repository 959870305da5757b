//@ findings: 1
public class ErrorOfOurOwn {
    interface Job {
        void run(int n);
    }

    static void twice(Job job) {
        job.run(1);
        job.run(2);
    }

    public static void main(String[] args) {
        twice(n -> {
            if (n == 2) {
                throw new Error("the second call"); //~ uncaught-exception "Error"
            }
        });
    }
}
