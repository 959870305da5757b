package shop;

import static org.junit.Assert.assertEquals;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import org.junit.Test;
import org.junit.runner.RunWith;
import org.mockito.Mock;
import org.mockito.junit.MockitoJUnitRunner;

//@ case: sendsToBoth verified
//@ case: countsInTwoThreads violated
@RunWith(MockitoJUnitRunner.class)
public class MailerTest {
    interface Post {
        int send(String to);
    }

    @Mock
    private Post post;

    private int sent;

    @Test
    public void sendsToBoth() throws InterruptedException {
        when(post.send("a")).thenReturn(1);
        int[] answers = new int[2];
        int first = post.send("a");
        Till.both(() -> answers[0] = first, () -> answers[1] = first + 1);
        assertEquals(3, answers[0] + answers[1]);
        verify(post).send("a");
    }

    @Test
    public void countsInTwoThreads() throws InterruptedException {
        when(post.send("b")).thenReturn(2);
        int each = post.send("b");
        Till.both(() -> sent += each, () -> sent += each); //~ data-race "sent"
        assertEquals(4, sent); //~ assertion-failure
    }
}
