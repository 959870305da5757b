import java.lang.reflect.Field;

/** Until reflection writes it, a final field is read without a second thought. */
public class ReflectionWritesAFinalField {
    static class Account {
        final int limit;

        Account(int limit) {
            this.limit = limit;
        }
    }

    public static void main(String[] args) throws Exception {
        Account account = new Account(1);
        Field limit = Account.class.getDeclaredField("limit");
        limit.setAccessible(true);
        new Thread(() -> {
            int first = account.limit; //~ data-race "limit"
            assert first == account.limit; //~ data-race "limit"
            //~^ assertion-failure
        }).start();
        limit.setInt(account, 2);
    }
}
