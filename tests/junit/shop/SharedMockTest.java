package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import org.junit.jupiter.api.Test;

//@ case: bothAskTheMock verified
class SharedMockTest {
    interface Rates {
        int of(String currency);
    }

    @Test
    void bothAskTheMock() throws InterruptedException {
        Rates rates = mock(Rates.class);
        when(rates.of("EUR")).thenReturn(3);
        int[] answers = new int[2];
        Till.both(() -> answers[0] = rates.of("EUR"), () -> answers[1] = rates.of("USD"));
        assertEquals(3, answers[0]);
        assertEquals(0, answers[1]);
        verify(rates).of("USD");
    }
}
