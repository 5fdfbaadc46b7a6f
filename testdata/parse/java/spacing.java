package org.example;

class Tabs
{
	void	m ( int  a ,	int b )
	{
	}
	private int x;
}
