using System;
using System.Threading;
using Sliding;

/// <summary>The table is first needed by static fields, and by several threads at a time.</summary>
public static class Program
{
    private static readonly ulong Field = SlidingAttacks.QueenAttacks(0, 0UL);

    private static class Holder
    {
        internal static readonly ulong Queen;

        static Holder()
        {
            Queen = SlidingAttacks.QueenAttacks(0, 0UL);
        }
    }

    private static void Check(ulong found)
    {
        if (found != 0x81412111090503feUL)
        {
            Console.WriteLine("wrong");
        }
    }

    public static void Main()
    {
        Thread[] threads =
        {
            new Thread(() => Check(SlidingAttacks.QueenAttacks(0, 0UL))),
            new Thread(() => Check(Holder.Queen)),
            new Thread(() => Check(Field)),
        };
        foreach (Thread thread in threads)
        {
            thread.Start();
        }
        foreach (Thread thread in threads)
        {
            thread.Join();
        }
        Console.WriteLine("right");
    }
}
