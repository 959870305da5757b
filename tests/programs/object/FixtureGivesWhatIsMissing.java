// Nobody knows arguments for the constructor, nor for `pay`: the fixture of the class gives both.
//@ target: object
//@ set: object.calls=1
public class FixtureGivesWhatIsMissing {
    private final Journal journal;
    private int paid;

    public FixtureGivesWhatIsMissing(Journal journal) {
        this.journal = journal;
    }

    public int pay(Coin coin) {
        journal.note(coin); //~ not-linearizable
        return paid += coin.value(); //~ data-race "paid"
    }

    interface Journal {
        void note(Coin coin);

        void close();
    }

    interface Coin {
        int value();

        String name();
    }
}

class FixtureGivesWhatIsMissingFixture {
    static FixtureGivesWhatIsMissing create() {
        return new FixtureGivesWhatIsMissing(new FixtureGivesWhatIsMissing.Journal() {
            @Override
            public void note(FixtureGivesWhatIsMissing.Coin coin) {
            }

            @Override
            public void close() {
            }
        });
    }

    static FixtureGivesWhatIsMissing.Coin coin() {
        return new FixtureGivesWhatIsMissing.Coin() {
            @Override
            public int value() {
                return 2;
            }

            @Override
            public String name() {
                return "two";
            }
        };
    }
}
