package p

sealed class Tree
sealed interface Kept
