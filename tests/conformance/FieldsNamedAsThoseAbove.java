/** Fields that have the names of those that classes of the JDK declare, which the machine knows by name. */
public class FieldsNamedAsThoseAbove {
    static class Deep extends RuntimeException {
        int depth;
        Object backtrace;
        Object cause = "mine";
        int detailMessage = 12345;
        Object stackTrace = "trace";
        Object suppressedExceptions = "none";

        Deep() {
            super("deep");
        }
    }

    static class Own extends ClassLoader {
        String name = "mine";
        Object parent = "parent";
        int classes = 9;
        Object unnamedModule = "module";
    }

    static class Worker extends Thread {
        int daemon = 1;
        int eetop = 7;
        int threadStatus = 5;
        int interrupted = 4;
        int priority = 99;
        long tid = 3;
        String name = "mine";
        Object holder = new Object();
        Object group = "group";
        Object target = "target";
        Object task = "task";
        Object container = "container";
        Object threadLocals = "locals";
        Object inheritableThreadLocals = "inherited";
        Object uncaughtExceptionHandler = "handler";

        Worker() {
            super("worker");
        }

        @Override
        public void run() {
            System.out.println(getName() + isDaemon() + isInterrupted() + getPriority() + getThreadGroup().getName());
            Thread.currentThread().interrupt();
            System.out.println(Thread.interrupted() + " " + Thread.interrupted() + " " + interrupted);
        }
    }

    public static void main(String[] args) throws Exception {
        Deep deep = new Deep();
        System.out.println(deep.depth + " " + deep.backtrace + " " + deep.cause + " " + deep.getStackTrace().length);
        System.out.println(deep.getMessage() + " " + deep + " " + deep.getCause() + " " + deep.stackTrace);
        deep.addSuppressed(new IllegalStateException());
        System.out.println(deep.getSuppressed().length + " " + deep.suppressedExceptions);
        System.out.println(new Own().loadClass("FieldsNamedAsThoseAbove") == FieldsNamedAsThoseAbove.class);
        Worker worker = new Worker();
        System.out.println(worker.isAlive() + " " + worker.getState());
        worker.start();
        worker.join();
        System.out.println(worker.isAlive() + " " + worker.getState() + " " + worker.name + " " + worker.daemon);
        throw deep;
    }
}
